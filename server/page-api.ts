import { describeApi } from '@/app/(api)/describe-api'
import { listKeys } from '@/lib/account/api-keys/keys'
import { trialNanos } from '@/lib/account/identity/create-account'
import { holdsDemoLink } from '@/lib/account/identity/demo'
import { readEmailChange } from '@/lib/account/identity/email-change'
import { readPasswordReset } from '@/lib/account/identity/password-reset'
import { readProfile } from '@/lib/account/identity/profile'
import { readSignInOptions, readSignInOptionsFor } from '@/lib/account/identity/read-sign-in-options'
import type { Session } from '@/lib/account/identity/schema'
import { readPendingSignIn } from '@/lib/account/identity/second-factor'
import { readSessionFromCookies } from '@/lib/account/identity/sessions'
import { previewInvitation } from '@/lib/account/organizations/accept-invitation'
import { usageNames } from '@/lib/account/organizations/usage-names'
import {
  findIdleModel,
  findOfferedModel,
  listOfferedModels,
  listUnconnectedModels,
} from '@/lib/catalog/models/models'
import {
  listModelProviders,
  listProviders,
  readProvider,
  readProviderStats,
} from '@/lib/catalog/models/providers'
import { findProvider } from '@/lib/catalog/models/read-snapshot'
import { readLastDay, readUse } from '@/lib/catalog/rankings/read-use'
import { listModelScores } from '@/lib/catalog/rankings/scores'
import { SuiteId } from '@/lib/catalog/rankings/scores-schema'
import { suiteSource, suites } from '@/lib/catalog/rankings/suites'
import { readSharedConversation } from '@/lib/gateway/playground/conversations'
import { perMinuteOf } from '@/lib/http/contract'
import { fileSources, pagePolicy } from '@/lib/http/page-policy'
import { readLiveness } from '@/lib/media/portraits/liveness'
import { readShare } from '@/lib/media/shares/shares'
import { readBalance } from '@/lib/money/ledger/balance'
import { readOffer } from '@/lib/money/orders/billing'
import { readSandboxOrder } from '@/lib/money/orders/orders'
import { readOwnPrices } from '@/lib/money/price-groups/in-force'
import { listRecent } from '@/lib/money/usage/recent'
import { RecentQuery } from '@/lib/money/usage/schema'
import { logoUrl } from '@/lib/operator/settings/settings'
import { env } from '@/lib/platform/env'
import { AppError, errorTable } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { mayDo, permissionsOf } from '@/lib/platform/roles'
import { describeFailure, failureCodes } from '@/lib/platform/task-failures'
import { PRODUCT_NAME } from '@/lib/platform/variables'

/**
 * The API for pages that render on the server: in this process, without a socket (`lib/client/page-api.ts`). Pages are built
 * separately and share no class with the API, so missing things are null, not errors.
 */
export const pageApi = {
  readSession: readSessionFromCookies,
  permissionsOf,
  readSignInOptions,
  readSignInOptionsFor,
  readTrialUsd: () => formatUsd(trialNanos()),
  holdsDemoLink,
  readPasswordReset,
  readEmailChange,
  readInvitation: (token: string) => orNull(previewInvitation(token)),
  /** Whether it acts for the person's own organization. */
  isPersonal: async ({ userId, customerId }: Session) =>
    (await readProfile(userId)).customer_id === customerId,
  readPendingEmail: async (cookies: string) => (await readPendingSignIn(cookies))?.user.email ?? null,

  listOfferedModels,
  findOfferedModel,
  findIdleModel,
  listUnconnectedModels,
  listModelProviders,
  findProvider,
  listProviders,
  readProvider,
  readProviderStats,
  readUse,
  readModelFigures: async () => (await readLastDay()).figures,
  listModelScores,
  listSuites: () =>
    SuiteId.options.map((id) => {
      const { category, description, items, version } = suites[id]
      return { id, category, description, items: items.length, source: suiteSource(id, version) }
    }),

  readOffer,
  readOwnPrices,
  /** Null for roles that may not see it, as the orders are. */
  readBalance: async (session: Session) =>
    mayDo(session.member.role, 'billing.read') ? readBalance(callerOf(session)) : null,
  readSandboxOrder: async (session: Session, id: string) =>
    mayDo(session.member.role, 'billing.manage') ? orNull(readSandboxOrder(callerOf(session), id)) : null,
  readFirstSteps,
  readShare: (token: string) => orNull(readShare(token)),
  readSharedConversation: (token: string) => orNull(readSharedConversation(token)),
  readLiveness: (token: string) => orNull(readLiveness(token)),

  describeApi,
  listErrors: () => errorTable,
  listFailures: () => failureCodes.map((code) => ({ code, ...describeFailure(code) })),
  perMinuteOf,
  readValueLimits: () => ({ marksPerDay: env().USAGE_MARKS_PER_DAY, budgetValues: env().BUDGET_VALUES_MAX }),

  readBrand: () => ({ name: env().INSTALLATION_NAME, logo: logoUrl() }),
  readSettings: () => {
    const { INSTALLATION_NAME, FOOTER_LINKS, PUBLIC_URL, publicUrl } = env()
    return {
      isOwnName: INSTALLATION_NAME !== PRODUCT_NAME,
      footerLinks: FOOTER_LINKS,
      publicUrl,
      isPublicUrlSet: PUBLIC_URL !== undefined,
    }
  },
  pagePolicy: (page: { path: string; nonce: string; development: boolean }) =>
    pagePolicy({ ...page, files: fileSources(env()) }),
}

export type PageApi = typeof pageApi

/** Which of the first steps a customer has taken: by the latest requests, and by what keys have spent before. */
async function readFirstSteps(session: Session) {
  const caller = callerOf(session)
  const { items } = await listRecent(caller, RecentQuery.parse({ limit: 50 }), usageNames)
  return {
    request:
      items.some(({ api_key_name }) => api_key_name !== null) ||
      (await listKeys(caller)).data.some(({ usage_usd }) => Number(usage_usd) > 0),
    playground: items.some(({ api_key_name }) => api_key_name === null),
  }
}

function callerOf({ customerId, userId, isOperator, member }: Session) {
  return { customerId, userId, isOperator, member, apiKey: null }
}

async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
