import { expect, test } from 'vitest'
import { checkoutLocale } from './open-session'

test.each([
  ['de', 'de'],
  ['EN-gb', 'en-GB'],
  ['pt_BR', 'pt-BR'],
  ['de-AT', 'de'],
  ['zh-Hant-TW', 'zh'],
  ['hi', 'auto'],
  ['xx-YY', 'auto'],
  ['', 'auto'],
])('%j is %j to the payment page', (asked, locale) => {
  expect(checkoutLocale(asked)).toBe(locale)
})
