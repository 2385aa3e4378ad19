// The reasons for suggesting an order for unmatched money, in both languages.
import type { Language } from '../base/language.js';
import type { SuggestionReason } from './suggest-orders.js';

export const SUGGESTION_TEXTS: Readonly<Record<Language, Readonly<Record<SuggestionReason, string>>>> = {
  es: {
    clabe_one_digit_off: 'su CLABE difiere en un dígito',
    reference_one_digit_off: 'su referencia difiere en un dígito',
    card_one_digit_off: 'su número de tarjeta difiere en un dígito',
    same_clabe: 'su CLABE es la misma',
    same_reference: 'su referencia es la misma',
    same_card: 'su número de tarjeta es el mismo',
    same_amount: 'debe exactamente este monto',
    similar_name: 'el nombre de quien paga se parece al del cliente',
  },
  en: {
    clabe_one_digit_off: 'its CLABE is one digit off',
    reference_one_digit_off: 'its reference is one digit off',
    card_one_digit_off: 'its card number is one digit off',
    same_clabe: 'its CLABE is the same',
    same_reference: 'its reference is the same',
    same_card: 'its card number is the same',
    same_amount: 'owes exactly this amount',
    similar_name: "the payer's name is like the customer's",
  },
};
