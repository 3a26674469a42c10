/** What a visitor is told, in the language of the page. */
export interface Sentences {
  required: string;
  email: string;
  long(length: number, most: number): string;
  fields: string;
  changed: string;
  damaged: string;
  tooLong: string;
  trap: string;
  soon: string;
  tooManyFromAddress: string;
  tooMany: string;
  notStored: string;
  /** The subject of a mail that tells of a message. */
  from(name: string): string;
  /** The subject and the text of the mail that tells that no more messages are taken today. */
  limit: string;
  limitReached(perDay: number): string;
}

const english: Sentences = {
  required: 'Please fill in this field.',
  email: 'Please enter an email address like name@example.com.',
  long: (length, most) => `These are ${length} characters, and at most ${most} can be sent.`,
  fields: 'Please look at the marked answers.',
  changed: 'This form has changed since the page was opened. Please load the page again and send it anew.',
  damaged: 'The message arrived damaged and could not be read.',
  tooLong: 'The message is too long to be sent.',
  trap: 'A field that nobody sees was filled in, as programs do. If you are a person, please send it again.',
  soon: 'The form was sent sooner than anybody can write. Please send it again.',
  tooManyFromAddress:
    'Many messages came from your connection. Please wait an hour, or write to us directly.',
  tooMany: 'Very many messages are coming in. Please try again later, or write to us directly.',
  notStored: 'The message could not be stored; please try again later.',
  from: (name) => `message from ${name}`,
  limit: 'no more messages are taken today',
  limitReached: (perDay) =>
    `${perDay} messages came within a day, and no more are stored until they are fewer. Whoever writes is ` +
    'asked to try again later. The variable MESSAGES_PER_DAY sets the limit.',
};

const german: Sentences = {
  required: 'Bitte füllen Sie dieses Feld aus.',
  email: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com an.',
  long: (length, most) => `Das sind ${length} Zeichen, und höchstens ${most} können gesendet werden.`,
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
  tooManyFromAddress:
    'Von Ihrem Anschluss kamen viele Nachrichten. Bitte warten Sie eine Stunde, oder schreiben Sie uns ' +
    'direkt.',
  tooMany:
    'Gerade kommen sehr viele Nachrichten an. Bitte versuchen Sie es später, oder schreiben Sie uns direkt.',
  notStored: 'Die Nachricht konnte nicht gespeichert werden; bitte versuchen Sie es später noch einmal.',
  from: (name) => `Nachricht von ${name}`,
  limit: 'heute werden keine Nachrichten mehr angenommen',
  limitReached: (perDay) =>
    `Innerhalb eines Tages kamen ${perDay} Nachrichten, und bis es weniger sind, werden keine mehr ` +
    'gespeichert. Wer schreibt, wird gebeten, es später zu versuchen. Die Variable MESSAGES_PER_DAY setzt ' +
    'die Grenze.',
};

const french: Sentences = {
  required: 'Veuillez remplir ce champ.',
  email: 'Veuillez indiquer une adresse e-mail comme nom@example.com.',
  long: (length, most) => `Ce texte compte ${length} caractères ; ${most} au plus peuvent être envoyés.`,
  fields: 'Veuillez vérifier les réponses signalées.',
  changed:
    'Ce formulaire a changé depuis l’ouverture de la page. Veuillez recharger la page et l’envoyer à ' +
    'nouveau.',
  damaged: 'Le message est arrivé endommagé et n’a pas pu être lu.',
  tooLong: 'Le message est trop long pour être envoyé.',
  trap:
    'Un champ que personne ne voit a été rempli, comme le font les programmes. Si vous êtes une personne, ' +
    'veuillez l’envoyer à nouveau.',
  soon: 'Le formulaire a été envoyé plus vite qu’on ne peut écrire. Veuillez l’envoyer à nouveau.',
  tooManyFromAddress:
    'Beaucoup de messages sont venus de votre connexion. Veuillez attendre une heure ou nous écrire ' +
    'directement.',
  tooMany: 'De très nombreux messages arrivent. Veuillez réessayer plus tard ou nous écrire directement.',
  notStored: 'Le message n’a pas pu être enregistré ; veuillez réessayer plus tard.',
  from: (name) => `message de ${name}`,
  limit: 'plus aucun message n’est accepté aujourd’hui',
  limitReached: (perDay) =>
    `${perDay} messages sont arrivés en un jour ; aucun autre n’est enregistré tant que ce nombre est ` +
    'atteint. On prie ceux qui écrivent de réessayer plus tard. La variable MESSAGES_PER_DAY fixe la limite.',
};

const spanish: Sentences = {
  required: 'Rellene este campo, por favor.',
  email: 'Escriba una dirección de correo como nombre@example.com, por favor.',
  long: (length, most) => `Son ${length} caracteres y se pueden enviar ${most} como máximo.`,
  fields: 'Revise las respuestas marcadas, por favor.',
  changed:
    'Este formulario ha cambiado desde que se abrió la página. Vuelva a cargar la página y envíelo de nuevo.',
  damaged: 'El mensaje llegó dañado y no se pudo leer.',
  tooLong: 'El mensaje es demasiado largo para enviarlo.',
  trap:
    'Se rellenó un campo que nadie ve, como hacen los programas. Si es una persona, envíelo de nuevo, ' +
    'por favor.',
  soon: 'El formulario se envió más rápido de lo que nadie escribe. Envíelo de nuevo, por favor.',
  tooManyFromAddress:
    'Han llegado muchos mensajes desde su conexión. Espere una hora o escríbanos directamente, por favor.',
  tooMany: 'Están llegando muchísimos mensajes. Inténtelo más tarde o escríbanos directamente, por favor.',
  notStored: 'No se pudo guardar el mensaje; inténtelo más tarde, por favor.',
  from: (name) => `mensaje de ${name}`,
  limit: 'hoy no se aceptan más mensajes',
  limitReached: (perDay) =>
    `Llegaron ${perDay} mensajes en un día y no se guardan más hasta que sean menos. A quien escribe se le ` +
    'pide que lo intente más tarde. La variable MESSAGES_PER_DAY fija el límite.',
};

const languages: Record<string, Sentences> = { en: english, de: german, fr: french, es: spanish };

/** The sentences for a page of this language; English where there are none. */
export function sentences(language: string | undefined): Sentences {
  return languages[language?.slice(0, 2) ?? ''] ?? english;
}
