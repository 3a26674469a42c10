import type { Sentences } from './english.ts';

export const portuguese: Sentences = {
  fields: 'Reveja as respostas assinaladas, por favor.',
  changed:
    'Este formulário mudou desde que a página foi aberta. Volte a carregar a página e envie-o de novo, por ' +
    'favor.',
  damaged: 'A mensagem chegou danificada e não foi possível lê-la.',
  tooLong: 'A mensagem é demasiado longa para ser enviada.',
  trap:
    'Foi preenchido um campo que ninguém vê, como fazem os programas. Se é uma pessoa, envie-o de novo, ' +
    'por favor.',
  soon: 'O formulário foi enviado mais depressa do que alguém escreve. Envie-o de novo, por favor.',
  tooManyFromClient:
    'Chegaram muitas mensagens da sua ligação. Espere uma hora ou escreva-nos diretamente, por favor.',
  tooMany: 'Estão a chegar muitíssimas mensagens. Tente mais tarde ou escreva-nos diretamente, por favor.',
  notStored: 'Não foi possível guardar a mensagem; tente mais tarde, por favor.',
  sent: 'Mensagem enviada',
  isStored: 'A sua mensagem foi recebida e guardada.',
  notSent: 'Mensagem não enviada',
  isNotStored: 'A sua mensagem não foi guardada.',
  goBack: 'Use o botão Voltar do navegador para regressar ao formulário.',
  typed: 'O que escreveu',
  yes: 'sim',
  from: (name) => `mensagem de ${name}`,
  limit: 'hoje não se aceitam mais mensagens',
  limitReached: (perDay) =>
    `Num dia chegaram ${perDay} mensagens, e até serem menos não se guardam outras. Pede-se a quem escreve ` +
    'que tente mais tarde. A variável MESSAGES_PER_DAY define o limite.',
};
