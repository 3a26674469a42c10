import type { Sentences } from './english.ts';

export const spanish: Sentences = {
  fields: 'Revise las respuestas marcadas, por favor.',
  changed:
    'Este formulario ha cambiado desde que se abrió la página. Vuelva a cargar la página y envíelo de nuevo.',
  damaged: 'El mensaje llegó dañado y no se pudo leer.',
  tooLong: 'El mensaje es demasiado largo para enviarlo.',
  trap:
    'Se rellenó un campo que nadie ve, como hacen los programas. Si es una persona, envíelo de nuevo, ' +
    'por favor.',
  soon: 'El formulario se envió más rápido de lo que nadie escribe. Envíelo de nuevo, por favor.',
  tooManyFromClient:
    'Han llegado muchos mensajes desde su conexión. Espere una hora o escríbanos directamente, por favor.',
  tooMany: 'Están llegando muchísimos mensajes. Inténtelo más tarde o escríbanos directamente, por favor.',
  notStored: 'No se pudo guardar el mensaje; inténtelo más tarde, por favor.',
  sent: 'Mensaje enviado',
  isStored: 'Su mensaje se ha recibido y guardado.',
  notSent: 'Mensaje no enviado',
  isNotStored: 'Su mensaje no se ha guardado.',
  goBack: 'Con el botón Atrás del navegador volverá al formulario.',
  typed: 'Lo que ha escrito',
  yes: 'sí',
  from: (name) => `mensaje de ${name}`,
  limit: 'hoy no se aceptan más mensajes',
  limitReached: (perDay) =>
    `Llegaron ${perDay} mensajes en un día y no se guardan más hasta que sean menos. A quien escribe se le ` +
    'pide que lo intente más tarde. La variable MESSAGES_PER_DAY fija el límite.',
};
