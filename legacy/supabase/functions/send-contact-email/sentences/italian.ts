import type { Sentences } from './english.ts';

export const italian: Sentences = {
  fields: 'La preghiamo di rivedere le risposte segnalate.',
  changed:
    'Questo modulo è cambiato da quando la pagina è stata aperta. La preghiamo di ricaricare la pagina e ' +
    'di inviarlo di nuovo.',
  damaged: 'Il messaggio è arrivato danneggiato e non è stato possibile leggerlo.',
  tooLong: 'Il messaggio è troppo lungo per essere inviato.',
  trap:
    'È stato compilato un campo che nessuno vede, come fanno i programmi. Se Lei è una persona, La ' +
    'preghiamo di inviarlo di nuovo.',
  soon:
    'Il modulo è stato inviato più in fretta di quanto si possa scrivere. La preghiamo di inviarlo di ' +
    'nuovo.',
  tooManyFromClient:
    'Dalla Sua connessione sono arrivati molti messaggi. La preghiamo di attendere un’ora o di scriverci ' +
    'direttamente.',
  tooMany:
    'Stanno arrivando moltissimi messaggi. La preghiamo di riprovare più tardi o di scriverci direttamente.',
  notStored: 'Non è stato possibile salvare il messaggio; La preghiamo di riprovare più tardi.',
  sent: 'Messaggio inviato',
  isStored: 'Il Suo messaggio è stato ricevuto e salvato.',
  notSent: 'Messaggio non inviato',
  isNotStored: 'Il Suo messaggio non è stato salvato.',
  goBack: 'Con il pulsante Indietro del browser torna al modulo.',
  typed: 'Che cosa ha scritto',
  yes: 'sì',
  from: (name) => `messaggio da ${name}`,
  limit: 'oggi non si accettano altri messaggi',
  limitReached: (perDay) =>
    `In un giorno sono arrivati ${perDay} messaggi, e finché non sono meno non se ne salvano altri. Chi ` +
    'scrive è pregato di riprovare più tardi. La variabile MESSAGES_PER_DAY stabilisce il limite.',
};
