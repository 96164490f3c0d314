import { INSTALLATION } from '@/lib/account/alerts/schema'
import { readProfile } from '@/lib/account/identity/profile'
import { refuseOpenDemo } from '@/lib/catalog/credentials/keys'
import type { ChangeSettingsRequest } from '@/lib/operator/settings/definitions'
import { loadSettings } from '@/lib/operator/settings/keep-settings'
import type { LogoRequest, MailTestReply, SettingList } from '@/lib/operator/settings/schema'
import {
  changeSettings,
  checkAlertUrl,
  listSettings,
  removeLogo,
  saveLogo,
} from '@/lib/operator/settings/settings'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { layOutMail, sendMail } from '@/lib/platform/mail'
import type { Transaction } from '@/lib/platform/transaction'
import { listDeliveries } from '@/lib/work/deliveries/deliveries'
import { DeliveryQuery } from '@/lib/work/deliveries/schema'
import { sendTest } from '@/lib/work/deliveries/send-callback'
import { readWebhooks } from '@/lib/work/deliveries/webhooks'
import { audited, type States, untilAppliedEverywhere } from './audit'
import type { AlertWebhook, AuditAction } from './schema'

/** Sets and resets settings; every node applies them when this resolves. */
export async function changeOperatorSettings(
  operator: Caller,
  request: ChangeSettingsRequest,
): Promise<SettingList> {
  await checkAlertUrl(request)
  return change(operator, 'settings.change', (transaction) =>
    changeSettings(request, operator.userId, transaction),
  )
}

export function setOperatorLogo(operator: Caller, request: LogoRequest): Promise<SettingList> {
  return change(operator, 'settings.set_logo', (transaction) =>
    saveLogo(request, operator.userId, transaction),
  )
}

export function removeOperatorLogo(operator: Caller): Promise<SettingList> {
  return change(operator, 'settings.remove_logo', removeLogo)
}

async function change(
  operator: Caller,
  action: AuditAction,
  make: (transaction: Transaction) => Promise<States>,
): Promise<SettingList> {
  refuseOpenDemo()
  await audited(operator, { action, subject: { type: 'settings', id: INSTALLATION } }, make)
  await Promise.all([loadSettings(), untilAppliedEverywhere()])
  return listSettings()
}

/** Sends the operator a test email with the current settings, and returns the server's response. Throws `insufficient_scope`. */
export async function testMail(operator: Caller): Promise<MailTestReply> {
  const { email: to } = await readProfile(requirePerson(operator))
  const { INSTALLATION_NAME: name, publicUrl } = env()
  const letter = {
    title: `Test email from ${name}`,
    paragraphs: ['Email delivery works.'],
    action: { label: 'Open settings', url: `${publicUrl}/console/admin/settings` },
    footnote: 'You receive this email because you requested a test in the site settings.',
  }
  const startedAt = performance.now()
  const problem = await sendMail({
    id: newId('mail'),
    to,
    subject: letter.title,
    ...layOutMail(letter),
  }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return { to, problem, latency_ms: Math.round(performance.now() - startedAt) }
}

/** Webhooks of operator alerts are signed and stored like those of a customer with this id. */
const installation: Caller = { customerId: INSTALLATION, userId: '', apiKey: null, isOperator: true }
const SHOWN = 5

/** The signing secret of operator alerts, and their latest deliveries. */
export async function readAlertWebhook(): Promise<AlertWebhook> {
  const [{ secret }, { items }] = await Promise.all([
    readWebhooks(installation),
    listDeliveries(installation, DeliveryQuery.parse({ limit: SHOWN })),
  ])
  const deliveries = items.map(({ id, event, status, attempts, created_at }) => {
    const { status_code = null, error = null } = attempts.at(-1) ?? {}
    return { id, event, status, status_code, error, created_at }
  })
  return { secret, deliveries }
}

/** Throws `invalid_parameter` while no URL is set. */
export async function testAlertWebhook(): Promise<AlertWebhook> {
  const url = env().OPERATOR_ALERT_URL
  if (url === undefined) throw new AppError('invalid_parameter', { message: 'Set a webhook URL first.' })
  await sendTest(installation, { url })
  return readAlertWebhook()
}
