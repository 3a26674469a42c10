import type { Sentences } from './english.ts';

export const dutch: Sentences = {
  fields: 'Kijk de gemarkeerde antwoorden na.',
  changed:
    'Dit formulier is veranderd sinds de pagina werd geopend. Laad de pagina opnieuw en verzend het nog ' +
    'eens.',
  damaged: 'Het bericht kwam beschadigd aan en kon niet worden gelezen.',
  tooLong: 'Het bericht is te lang om te worden verzonden.',
  trap:
    'Een veld dat niemand ziet, is ingevuld, zoals programma’s doen. Bent u een mens, verzend het dan nog ' +
    'eens.',
  soon: 'Het formulier is sneller verzonden dan iemand kan schrijven. Verzend het nog eens.',
  tooManyFromClient: 'Er kwamen veel berichten via uw verbinding. Wacht een uur of schrijf ons rechtstreeks.',
  tooMany: 'Er komen nu heel veel berichten binnen. Probeer het later of schrijf ons rechtstreeks.',
  notStored: 'Het bericht kon niet worden opgeslagen; probeer het later nog eens.',
  sent: 'Bericht verzonden',
  isStored: 'Uw bericht is ontvangen en bewaard.',
  notSent: 'Bericht niet verzonden',
  isNotStored: 'Uw bericht is niet bewaard.',
  goBack: 'Met de terugknop van uw browser komt u terug bij het formulier.',
  typed: 'Wat u hebt geschreven',
  yes: 'ja',
  from: (name) => `bericht van ${name}`,
  limit: 'vandaag worden geen berichten meer aangenomen',
  limitReached: (perDay) =>
    `Binnen een dag kwamen ${perDay} berichten, en tot het er minder zijn, worden er geen meer opgeslagen. ` +
    'Wie schrijft, wordt gevraagd het later te proberen. De variabele MESSAGES_PER_DAY bepaalt de grens.',
};
