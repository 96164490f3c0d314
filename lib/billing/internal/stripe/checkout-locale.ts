/** The languages that Stripe's payment page speaks. */
const locales = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'],
  ...['hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'],
  ...['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
]

/**
 * The payment page's name for a language, whatever its case and hyphen; without its country where the page does not know
 * that one; `auto`, the browser's own, for a language that it does not speak.
 */
export function checkoutLocale(asked: string): string {
  const wanted = asked.toLowerCase().replaceAll('_', '-')
  const spoken = (name: string | undefined) => locales.find((locale) => locale.toLowerCase() === name)
  return spoken(wanted) ?? spoken(wanted.split('-')[0]) ?? 'auto'
}
