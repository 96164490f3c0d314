import { describeApi } from '@/app/(api)/describe-api'
import { holdsDemoLink } from '@/lib/account/identity/demo'
import { readEmailChange } from '@/lib/account/identity/email-change'
import { readPasswordReset } from '@/lib/account/identity/password-reset'
import { readSignInOptions, readSignInOptionsFor } from '@/lib/account/identity/read-sign-in-options'
import type { Session } from '@/lib/account/identity/schema'
import { readPendingSignIn } from '@/lib/account/identity/second-factor'
import { readSessionFromCookies } from '@/lib/account/identity/sessions'
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
import { readCurrentSpeed, readUse } from '@/lib/catalog/rankings/read-use'
import { listModelScores } from '@/lib/catalog/rankings/scores'
import { SuiteId } from '@/lib/catalog/rankings/scores-schema'
import { suiteSource, suites } from '@/lib/catalog/rankings/suites'
import { perMinuteOf } from '@/lib/http/contract'
import { fileSources, pagePolicy } from '@/lib/http/page-policy'
import { readLiveness } from '@/lib/media/portraits/liveness'
import { readShare } from '@/lib/media/shares/shares'
import { readBalance } from '@/lib/money/ledger/balance'
import { readOffer } from '@/lib/money/orders/billing'
import { readSandboxOrder } from '@/lib/money/orders/orders'
import { groupOf } from '@/lib/money/price-groups/in-force'
import { logoUrl } from '@/lib/operator/settings/settings'
import { env } from '@/lib/platform/env'
import { AppError, describeFailure, errorTable, failureCodes } from '@/lib/platform/errors'
import { PRODUCT_NAME } from '@/lib/platform/variables'

/**
 * The API for pages that render on the server: in this process, without a socket (`lib/client/page-api.ts`). Pages are built
 * separately and share no class with the API, so missing things are null, not errors.
 */
export const pageApi = {
  readSession: readSessionFromCookies,
  readSignInOptions,
  readSignInOptionsFor,
  holdsDemoLink,
  readPasswordReset,
  readEmailChange,
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
  readCurrentSpeed,
  listModelScores,
  listSuites: () =>
    SuiteId.options.map((id) => {
      const { category, description, items, version } = suites[id]
      return { id, category, description, items: items.length, source: suiteSource(id, version) }
    }),

  readOffer,
  hasOwnPrices: (customerId: string) => groupOf(customerId) !== undefined,
  readBalance: (session: Session) => readBalance(callerOf(session)),
  readSandboxOrder: (session: Session, id: string) => orNull(readSandboxOrder(callerOf(session), id)),
  readShare: (token: string) => orNull(readShare(token)),
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

function callerOf({ customerId, userId, isOperator }: Session) {
  return { customerId, userId, isOperator, apiKey: null }
}

async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
