const sentences: Record<string, string> = {
  en: 'You are offline. What you wrote is kept here: send it when you are connected again.',
  de: 'Sie sind offline. Was Sie geschrieben haben, bleibt hier: Senden Sie es, sobald Sie online sind.',
  fr: 'Vous êtes hors ligne. Ce que vous avez écrit reste ici : envoyez-le une fois reconnecté.',
  es: 'No tiene conexión. Lo que ha escrito se queda aquí: envíelo cuando vuelva a tenerla.',
};

/** Said without a call, as nothing can be asked for it: in the language of the page. */
export function offlineSentence(): string {
  return sentences[document.documentElement.lang.slice(0, 2)] ?? sentences['en'] ?? '';
}
