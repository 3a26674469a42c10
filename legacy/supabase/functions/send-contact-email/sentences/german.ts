import type { Sentences } from './english.ts';

export const german: Sentences = {
  fields: 'Bitte sehen Sie sich die markierten Antworten an.',
  changed:
    'Dieses Formular wurde geändert, seit die Seite geöffnet wurde. Bitte laden Sie die Seite neu und ' +
    'senden Sie es noch einmal.',
  damaged: 'Die Nachricht kam beschädigt an und konnte nicht gelesen werden.',
  tooLong: 'Die Nachricht ist zu lang, um gesendet zu werden.',
  trap:
    'Ein Feld, das niemand sieht, wurde ausgefüllt, wie es Programme tun. Sind Sie ein Mensch, so senden ' +
    'Sie es bitte noch einmal.',
  soon: 'Das Formular wurde schneller gesendet, als jemand schreiben kann. Bitte senden Sie es noch einmal.',
  tooManyFromClient:
    'Von Ihrem Anschluss kamen viele Nachrichten. Bitte warten Sie eine Stunde, oder schreiben Sie uns ' +
    'direkt.',
  tooMany:
    'Gerade kommen sehr viele Nachrichten an. Bitte versuchen Sie es später, oder schreiben Sie uns direkt.',
  notStored: 'Die Nachricht konnte nicht gespeichert werden; bitte versuchen Sie es später noch einmal.',
  sent: 'Nachricht gesendet',
  isStored: 'Ihre Nachricht ist angekommen und gespeichert.',
  notSent: 'Nachricht nicht gesendet',
  isNotStored: 'Ihre Nachricht wurde nicht gespeichert.',
  goBack: 'Mit der Zurück-Taste Ihres Browsers kommen Sie wieder zum Formular.',
  typed: 'Was Sie geschrieben haben',
  yes: 'ja',
  from: (name) => `Nachricht von ${name}`,
  limit: 'heute werden keine Nachrichten mehr angenommen',
  limitReached: (perDay) =>
    `Innerhalb eines Tages kamen ${perDay} Nachrichten, und bis es weniger sind, werden keine mehr ` +
    'gespeichert. Wer schreibt, wird gebeten, es später zu versuchen. Die Variable MESSAGES_PER_DAY setzt ' +
    'die Grenze.',
};
