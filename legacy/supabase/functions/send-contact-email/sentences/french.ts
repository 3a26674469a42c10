import type { Sentences } from './english.ts';

export const french: Sentences = {
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
  tooManyFromClient:
    'Beaucoup de messages sont venus de votre connexion. Veuillez attendre une heure ou nous écrire ' +
    'directement.',
  tooMany: 'De très nombreux messages arrivent. Veuillez réessayer plus tard ou nous écrire directement.',
  notStored: 'Le message n’a pas pu être enregistré ; veuillez réessayer plus tard.',
  sent: 'Message envoyé',
  isStored: 'Votre message a été reçu et enregistré.',
  notSent: 'Message non envoyé',
  isNotStored: 'Votre message n’a pas été enregistré.',
  goBack: 'Le bouton Précédent de votre navigateur vous ramène au formulaire.',
  typed: 'Ce que vous avez écrit',
  yes: 'oui',
  from: (name) => `message de ${name}`,
  limit: 'plus aucun message n’est accepté aujourd’hui',
  limitReached: (perDay) =>
    `${perDay} messages sont arrivés en un jour ; aucun autre n’est enregistré tant que ce nombre est ` +
    'atteint. On prie ceux qui écrivent de réessayer plus tard. La variable MESSAGES_PER_DAY fixe la limite.',
};
