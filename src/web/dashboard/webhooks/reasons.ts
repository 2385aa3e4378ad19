// Why an attempt failed and what to do about it, in the reader's words. The stored reasons are for programs.
import type { Language } from '../../../domain/base/language.js';

export type Reason = { readonly text: string; readonly advice: string };

type Words = Readonly<Record<Language, Reason>>;

/** Each form of a stored reason; `$1` stands for what it names. */
const REASONS: readonly (readonly [RegExp, Words])[] = [
  [
    /^HTTP (404|405|410)$/,
    {
      es: { text: 'Respondió HTTP $1', advice: 'La dirección no existe en tu servidor: revisa la ruta del webhook.' },
      en: {
        text: 'It answered HTTP $1',
        advice: 'Your server does not know this address: check the path of the webhook.',
      },
    },
  ],
  [
    /^HTTP (401|403)$/,
    {
      es: {
        text: 'Respondió HTTP $1',
        advice: 'Tu servidor, o un cortafuegos delante de él, rechaza nuestras peticiones: permítelas en esta ruta.',
      },
      en: {
        text: 'It answered HTTP $1',
        advice: 'Your server, or a firewall in front of it, refuses our requests: let them through on this path.',
      },
    },
  ],
  [
    /^HTTP (3\d\d)$/,
    {
      es: { text: 'Respondió HTTP $1', advice: 'No seguimos redirecciones: usa la dirección final, con https.' },
      en: { text: 'It answered HTTP $1', advice: 'We do not follow redirects: use the final address, with https.' },
    },
  ],
  [
    /^HTTP (\d+)$/,
    {
      es: {
        text: 'Respondió HTTP $1',
        advice:
          'Algo falla en tu servidor: abre un intento para ver su respuesta y busca la misma hora en su bitácora.',
      },
      en: {
        text: 'It answered HTTP $1',
        advice:
          'Something fails on your server: open an attempt to see its reply, and look at the same time in its log.',
      },
    },
  ],
  [
    /^the answer says "status":"error"$/,
    {
      es: {
        text: 'La respuesta dice "status":"error"',
        advice: 'Tu tienda recibió el aviso y no pudo procesarlo: abre un intento para leer su respuesta.',
      },
      en: {
        text: 'The reply says "status":"error"',
        advice: 'Your shop received it and could not process it: open an attempt to read its reply.',
      },
    },
  ],
  [
    /^the answer shows a PHP error: (.+)$/,
    {
      es: {
        text: 'La respuesta muestra un error de PHP: $1',
        advice: 'Un plugin de tu tienda se detuvo a la mitad: actualízalo o revisa la bitácora de PHP.',
      },
      en: {
        text: 'The reply shows a PHP error: $1',
        advice: 'A plugin of your shop died half-way: update it, or look at the log of PHP.',
      },
    },
  ],
  [
    /^no answer within (\d+) s$/,
    {
      es: {
        text: 'No respondió en $1 s',
        advice: 'Responde 200 primero y trabaja después: así un trabajo lento no cuenta como falla.',
      },
      en: {
        text: 'No reply within $1 s',
        advice: 'Answer 200 first and work afterwards: then slow work does not count as a failure.',
      },
    },
  ],
  [
    /^the answer is too long$/,
    {
      es: { text: 'La respuesta es demasiado larga', advice: 'Responde con un cuerpo corto o vacío.' },
      en: { text: 'The reply is too long', advice: 'Answer with a short body, or none.' },
    },
  ],
  [
    /^port (\d+) may not be used$/,
    {
      es: { text: 'No se permite el puerto $1', advice: 'Usa una dirección con el puerto 443.' },
      en: { text: 'Port $1 may not be used', advice: 'Use an address on port 443.' },
    },
  ],
  [
    /^the address (?:may not be reached|is that of this service)$/,
    {
      es: {
        text: 'La dirección apunta a una red a la que no enviamos',
        advice: 'El nombre lleva a una red privada o a este servicio: usa una dirección pública de tu servidor.',
      },
      en: {
        text: 'The address points to a network that we do not send to',
        advice: 'The name leads to a private network or to this service: use a public address of your server.',
      },
    },
  ],
  [
    /^(ECONNREFUSED)$/,
    {
      es: {
        text: 'Rechazó la conexión',
        advice: 'Nadie atiende en ese puerto: revisa que tu servidor esté encendido.',
      },
      en: {
        text: 'It refused the connection',
        advice: 'Nobody listens on that port: check that your server is running.',
      },
    },
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|ESERVFAIL|ENODATA|ETIMEOUT)$/,
    {
      es: {
        text: 'El nombre no se encontró ($1)',
        advice: 'Revisa el dominio: está mal escrito, venció o su DNS no responde.',
      },
      en: {
        text: 'The name was not found ($1)',
        advice: 'Check the domain: it is misspelled, has expired, or its DNS does not answer.',
      },
    },
  ],
  [
    /(CERT|SSL|TLS|EPROTO|UNABLE_TO_VERIFY|SELF_SIGNED|ALTNAME)/,
    {
      es: {
        text: 'El certificado no es válido ($1)',
        advice: 'Renueva el certificado de tu servidor e instala también los intermedios.',
      },
      en: {
        text: 'The certificate is not valid ($1)',
        advice: 'Renew the certificate of your server, and install the intermediate ones, too.',
      },
    },
  ],
  [
    /^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|[A-Z_]+)$/,
    {
      es: {
        text: 'La conexión falló ($1)',
        advice: 'Tu servidor cerró la conexión o no se alcanza: revisa que esté encendido y su cortafuegos.',
      },
      en: {
        text: 'The connection failed ($1)',
        advice: 'Your server closed the connection or cannot be reached: check that it is running, and its firewall.',
      },
    },
  ],
];

export function explainReason(reason: string, language: Language): Reason {
  for (const [form, words] of REASONS) {
    const found = form.exec(reason);
    if (found === null) continue;
    const { text, advice } = words[language];
    return { text: text.replace('$1', () => found[1] ?? ''), advice };
  }
  return { text: reason, advice: '' };
}
