// How to reach a shop, as its customers read it on pages, vouchers and in e-mails.
import { type Both, inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { showPhone } from '../base/phone.js';
import type { Contact, ContactField } from './brand.js';

type ContactLine = { readonly label: string; readonly value: string; readonly href: string };

export function contactLines({ phone, whatsapp, email, website }: Contact, language: Language): ContactLine[] {
  const texts = TEXTS[language];
  return [
    ...(phone === null ? [] : [{ label: texts.phone, value: showPhone(phone), href: `tel:${phone}` }]),
    ...(whatsapp === null
      ? []
      : [{ label: texts.whatsapp, value: showPhone(whatsapp), href: `https://wa.me/${whatsapp.slice(1)}` }]),
    ...(email === null ? [] : [{ label: texts.email, value: email, href: `mailto:${email}` }]),
    ...(website === null ? [] : [{ label: texts.website, value: new URL(website).hostname, href: website }]),
  ];
}

const TEXTS = inBoth({
  phone: { es: 'Teléfono', en: 'Telephone' },
  whatsapp: { es: 'WhatsApp', en: 'WhatsApp' },
  email: { es: 'Correo', en: 'E-mail' },
  website: { es: 'Sitio', en: 'Website' },
} satisfies Record<ContactField, Both>);
