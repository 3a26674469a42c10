import type { Sentences } from './english.ts';

export const polish: Sentences = {
  fields: 'Prosimy sprawdzić zaznaczone odpowiedzi.',
  changed:
    'Formularz zmienił się od otwarcia strony. Prosimy wczytać stronę ponownie i wysłać go jeszcze raz.',
  damaged: 'Wiadomość dotarła uszkodzona i nie udało się jej odczytać.',
  tooLong: 'Wiadomość jest zbyt długa, aby ją wysłać.',
  trap:
    'Wypełniono pole, którego nikt nie widzi, jak robią to programy. Jeśli pisze człowiek, prosimy wysłać ' +
    'formularz jeszcze raz.',
  soon: 'Formularz wysłano szybciej, niż ktokolwiek zdąży go wypełnić. Prosimy wysłać go jeszcze raz.',
  tooManyFromClient:
    'Z Państwa łącza przyszło wiele wiadomości. Prosimy odczekać godzinę albo napisać do nas bezpośrednio.',
  tooMany:
    'Przychodzi teraz bardzo dużo wiadomości. Prosimy spróbować później albo napisać do nas bezpośrednio.',
  notStored: 'Nie udało się zapisać wiadomości; prosimy spróbować później.',
  sent: 'Wiadomość wysłana',
  isStored: 'Wiadomość dotarła i została zapisana.',
  notSent: 'Wiadomość niewysłana',
  isNotStored: 'Wiadomość nie została zapisana.',
  goBack: 'Przycisk Wstecz w przeglądarce prowadzi z powrotem do formularza.',
  typed: 'Treść wiadomości',
  yes: 'tak',
  from: (name) => `wiadomość: ${name}`,
  limit: 'dzisiaj nie przyjmujemy więcej wiadomości',
  limitReached: (perDay) =>
    `W ciągu doby przyszło ${perDay} wiadomości i dopóki nie będzie ich mniej, kolejne nie są zapisywane. ` +
    'Kto pisze, jest proszony o ponowienie próby później. Granicę ustala zmienna MESSAGES_PER_DAY.',
};
