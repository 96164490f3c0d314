import { afterAll, expect, it } from 'vitest'
import { env } from './env'
import { layOutMail, sendMail } from './mail'
import { openMailServer, textOfMail } from './testing/mail-server'

const server = await openMailServer()
afterAll(() => server.close())

it.each(['-'.repeat(43), 'a'.repeat(43), '_-'.repeat(21)])(
  'delivers a link with the token %s whole, and the footnote after it',
  async (token) => {
    env().SMTP_URL = server.url
    env().MAIL_FROM = 'Portico <no-reply@portico.example>'
    const action = { label: 'Confirm email', url: `https://portico.example/confirm-email/${token}` }
    const letter = { title: 'Confirm', paragraphs: ['.', 'Zoë asked.'], action, footnote: '.. is ignored.' }
    await sendMail({ id: 'mail_1', to: 'ann@example.com', subject: letter.title, ...layOutMail(letter) })
    const text = textOfMail(server.mails.at(-1)?.data ?? '')
    expect(text).toContain(`\n\n.\n\nZoë asked.\n\nConfirm email: ${action.url}\n\n-- \n.. is ignored.`)
  },
)
