// Why an attempt failed and what to do about it, in the reader's words. The stored reasons are for programs.
import type { Both } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';

export type Reason = { readonly text: string; readonly advice: string };

type Words = Readonly<Record<keyof Reason, Both>>;

const ANSWERED = { es: 'Respondió HTTP $1', en: 'It answered HTTP $1' };

/** Each form of a stored reason; `$1` stands for what it names. */
const REASONS: readonly (readonly [RegExp, Words])[] = [
  [
    /^HTTP (404|405|410)$/,
    {
      text: ANSWERED,
      advice: {
        es: 'La dirección no existe en tu servidor: revisa la ruta del webhook.',
        en: 'Your server does not know this address: check the path of the webhook.',
      },
    },
  ],
  [
    /^HTTP (401|403)$/,
    {
      text: ANSWERED,
      advice: {
        es: 'Tu servidor, o un cortafuegos delante de él, rechaza nuestras peticiones: permítelas en esta ruta.',
        en: 'Your server, or a firewall in front of it, refuses our requests: let them through on this path.',
      },
    },
  ],
  [
    /^HTTP (3\d\d)$/,
    {
      text: ANSWERED,
      advice: {
        es: 'No seguimos redirecciones: usa la dirección final, con https.',
        en: 'We do not follow redirects: use the final address, with https.',
      },
    },
  ],
  [
    /^HTTP (\d+)$/,
    {
      text: ANSWERED,
      advice: {
        es: 'Algo falla en tu servidor: abre un intento para ver su respuesta y busca la misma hora en su bitácora.',
        en: 'Something fails on your server: open an attempt to see its reply, and look at the same time in its log.',
      },
    },
  ],
  [
    /^the answer says "status":"error"$/,
    {
      text: { es: 'La respuesta dice "status":"error"', en: 'The reply says "status":"error"' },
      advice: {
        es: 'Tu tienda recibió el aviso y no pudo procesarlo: abre un intento para leer su respuesta.',
        en: 'Your shop received it and could not process it: open an attempt to read its reply.',
      },
    },
  ],
  [
    /^the answer shows a PHP error: (.+)$/,
    {
      text: { es: 'La respuesta muestra un error de PHP: $1', en: 'The reply shows a PHP error: $1' },
      advice: {
        es: 'Un plugin de tu tienda se detuvo a la mitad: actualízalo o revisa la bitácora de PHP.',
        en: 'A plugin of your shop died half-way: update it, or look at the log of PHP.',
      },
    },
  ],
  [
    /^no answer within (\d+) s$/,
    {
      text: { es: 'No respondió en $1 s', en: 'No reply within $1 s' },
      advice: {
        es: 'Responde 200 primero y trabaja después: así un trabajo lento no cuenta como falla.',
        en: 'Answer 200 first and work afterwards: then slow work does not count as a failure.',
      },
    },
  ],
  [
    /^the answer is too long$/,
    {
      text: { es: 'La respuesta es demasiado larga', en: 'The reply is too long' },
      advice: { es: 'Responde con un cuerpo corto o vacío.', en: 'Answer with a short body, or none.' },
    },
  ],
  [
    /^port (\d+) may not be used$/,
    {
      text: { es: 'No se permite el puerto $1', en: 'Port $1 may not be used' },
      advice: { es: 'Usa una dirección con el puerto 443.', en: 'Use an address on port 443.' },
    },
  ],
  [
    /^the address (?:may not be reached|is that of this service)$/,
    {
      text: {
        es: 'La dirección apunta a una red a la que no enviamos',
        en: 'The address points to a network that we do not send to',
      },
      advice: {
        es: 'El nombre lleva a una red privada o a este servicio: usa una dirección pública de tu servidor.',
        en: 'The name leads to a private network or to this service: use a public address of your server.',
      },
    },
  ],
  [
    /^(ECONNREFUSED)$/,
    {
      text: { es: 'Rechazó la conexión', en: 'It refused the connection' },
      advice: {
        es: 'Nadie atiende en ese puerto: revisa que tu servidor esté encendido.',
        en: 'Nobody listens on that port: check that your server is running.',
      },
    },
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|ESERVFAIL|ENODATA|ETIMEOUT)$/,
    {
      text: { es: 'El nombre no se encontró ($1)', en: 'The name was not found ($1)' },
      advice: {
        es: 'Revisa el dominio: está mal escrito, venció o su DNS no responde.',
        en: 'Check the domain: it is misspelled, has expired, or its DNS does not answer.',
      },
    },
  ],
  [
    /(CERT|SSL|TLS|EPROTO|UNABLE_TO_VERIFY|SELF_SIGNED|ALTNAME)/,
    {
      text: { es: 'El certificado no es válido ($1)', en: 'The certificate is not valid ($1)' },
      advice: {
        es: 'Renueva el certificado de tu servidor e instala también los intermedios.',
        en: 'Renew the certificate of your server, and install the intermediate ones, too.',
      },
    },
  ],
  [
    /^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|[A-Z_]+)$/,
    {
      text: { es: 'La conexión falló ($1)', en: 'The connection failed ($1)' },
      advice: {
        es: 'Tu servidor cerró la conexión o no se alcanza: revisa que esté encendido y su cortafuegos.',
        en: 'Your server closed the connection or cannot be reached: check that it is running, and its firewall.',
      },
    },
  ],
];

export function explainReason(reason: string, language: Language): Reason {
  for (const [form, words] of REASONS) {
    const found = form.exec(reason);
    if (found === null) continue;
    return { text: words.text[language].replace('$1', () => found[1] ?? ''), advice: words.advice[language] };
  }
  return { text: reason, advice: '' };
}
