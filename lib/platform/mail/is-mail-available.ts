import { env } from '../env'

/** Whether this installation can send mail: `SMTP_URL` and `MAIL_FROM` are set. */
export function isMailAvailable(): boolean {
  return env().SMTP_URL !== undefined
}
