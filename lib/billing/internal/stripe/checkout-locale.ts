/** The languages that Stripe's payment page speaks. */
const locales = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA'],
  ...['hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR'],
  ...['ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
]

/** The payment page's name for a language, whatever its case; `auto`, the browser's own, for one that it does not speak. */
export function checkoutLocale(asked: string): string {
  return locales.find((locale) => locale.toLowerCase() === asked.toLowerCase()) ?? 'auto'
}
