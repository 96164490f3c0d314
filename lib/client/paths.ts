/** Encodes all but the slashes, which a model's ID has and its path keeps. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** All pages, so that no component writes an address by hand. */
export const paths = {
  home: '/',
  models: '/models',
  model: (id: string) => `/models/${encodePath(id)}`,
  providers: '/explore/providers',
  provider: (id: string) => `/explore/providers/${encodeURIComponent(id)}`,
  rankings: '/explore/rankings',
  pricing: '/pricing',
  docs: '/docs',
  docsSearch: '/docs/search',
  benchmarksGuide: '/docs/benchmarks',
  signIn: '/sign-in',
  signInAfterDeletion: '/sign-in?deleted=1',
  signInAfterReset: '/sign-in?reset=1',
  forgotPassword: '/forgot-password',
  signUp: '/sign-up',
  console: '/console',
  playground: '/console/playground',
  playgroundWith: (model: string) => `/console/playground?model=${encodeURIComponent(model)}`,
  keys: '/console/keys',
  usage: '/console/usage',
  usageRequest: (id: string) => `/console/usage?request=${encodeURIComponent(id)}`,
  billing: '/console/billing',
  sandboxCheckout: (orderId: string) => `/sandbox/checkout/${encodeURIComponent(orderId)}`,
  billingCancelled: (orderId: string) => `/console/billing?cancelled=${encodeURIComponent(orderId)}`,
  /** Where the page that saves a card leads. */
  billingCardSaved: '/console/billing?card=saved',
  /** Where the payment page leads. */
  billingReturn: (orderId: string) => `/console/billing/return?order=${encodeURIComponent(orderId)}`,
  images: '/console/images',
  imageTask: (id: string) => `/console/images?task=${encodeURIComponent(id)}`,
  imagesWith: (model: string) => `/console/images?model=${encodeURIComponent(model)}`,
  editsWith: (model: string) => `/console/images?model=${encodeURIComponent(model)}&mode=edit`,
  videos: '/console/videos',
  /** A video from one image of a task, numbered from 1. */
  videosFrom: (imageTask: string, number: number) =>
    `/console/videos?image=${encodeURIComponent(imageTask)}&number=${number}`,
  videoTask: (id: string) => `/console/videos?task=${encodeURIComponent(id)}`,
  videosWith: (model: string) => `/console/videos?model=${encodeURIComponent(model)}`,
  audio: '/console/audio',
  audioWith: (model: string) => `/console/audio?model=${encodeURIComponent(model)}`,
  portraits: '/console/portraits',
  /** Where a phone ends up after a liveness check. */
  verified: '/h5/verified',
  portraitGroup: (id: string) => `/console/portraits/${encodeURIComponent(id)}`,
  consoleRankings: '/console/rankings',
  webhooks: '/console/webhooks',
  settings: '/console/settings',
  /** For operators only. */
  admin: '/console/admin',
  adminProviders: '/console/admin/providers',
  connectProvider: (id: string) => `/console/admin/providers?provider=${encodeURIComponent(id)}`,
  adminModels: '/console/admin/models',
  adminDiscover: (providerId?: string) =>
    `/console/admin/models/discover${providerId === undefined ? '' : `?provider=${encodeURIComponent(providerId)}`}`,
  adminModel: (id: string) => `/console/admin/models/${encodePath(id)}`,
  adminCustomers: '/console/admin/customers',
  adminCustomer: (id: string) => `/console/admin/customers/${encodeURIComponent(id)}`,
  adminPriceGroups: '/console/admin/price-groups',
  adminQueue: '/console/admin/queue',
  adminLedger: '/console/admin/ledger',
  adminStatements: '/console/admin/statements',
  adminAudit: '/console/admin/audit',
  adminBenchmarks: '/console/admin/benchmarks',
  adminSettings: '/console/admin/settings',
} as const

/** The endpoints that the console calls. */
export const apiPaths = {
  budgets: '/api-account/user/budgets',
  budget: (id: string) => `/api-account/user/budgets/${encodeURIComponent(id)}`,
  providerKeys: '/api-account/user/provider-keys',
  providerKey: (id: string) => `/api-account/user/provider-keys/${encodeURIComponent(id)}`,
  testProviderKey: (id: string) => `/api-account/user/provider-keys/${encodeURIComponent(id)}/test`,
  adminOverview: '/api-account/admin/overview',
  adminFigures: '/api-account/admin/figures',
  adminProviders: '/api-account/admin/providers',
  adminProvider: (id: string) => `/api-account/admin/providers/${encodeURIComponent(id)}`,
  adminProviderKeys: (id: string) => `/api-account/admin/providers/${encodeURIComponent(id)}/keys`,
  adminProviderKey: (id: string, key: string) =>
    `/api-account/admin/providers/${encodeURIComponent(id)}/keys/${encodeURIComponent(key)}`,
  adminProviderTest: (id: string) => `/api-account/admin/providers/${encodeURIComponent(id)}/test`,
  adminDiscover: (id: string) => `/api-account/admin/providers/${encodeURIComponent(id)}/discover`,
  adminModels: '/api-account/admin/models',
  adminModel: (id: string) => `/api-account/admin/models/${encodePath(id)}`,
  adminRoute: (id: string) => `/api-account/admin/routes/${encodeURIComponent(id)}`,
  adminPrices: (routeId: string) => `/api-account/admin/routes/${encodeURIComponent(routeId)}/prices`,
  adminRouteOrder: '/api-account/admin/route-order',
  adminCustomers: '/api-account/admin/customers',
  adminCustomer: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}`,
  adminAdjust: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}/adjust`,
  adminAigcGroups: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}/aigc-groups`,
  adminSuspend: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}/suspend`,
  adminResetLink: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}/reset-link`,
  adminResetSecondFactor: (id: string) =>
    `/api-account/admin/customers/${encodeURIComponent(id)}/reset-second-factor`,
  adminCustomerPriceGroup: (id: string) =>
    `/api-account/admin/customers/${encodeURIComponent(id)}/price-group`,
  adminPriceGroups: '/api-account/admin/price-groups',
  adminPriceGroup: (id: string) => `/api-account/admin/price-groups/${encodeURIComponent(id)}`,
  adminResume: (id: string) => `/api-account/admin/customers/${encodeURIComponent(id)}/resume`,
  adminQueue: '/api-account/admin/queue',
  adminJobs: '/api-account/admin/queue/jobs',
  adminJob: (id: string) => `/api-account/admin/queue/jobs/${encodeURIComponent(id)}`,
  adminJobRetry: (id: string) => `/api-account/admin/queue/jobs/${encodeURIComponent(id)}/retry`,
  adminLedger: '/api-account/admin/ledger',
  adminStatements: '/api-account/admin/statements',
  adminStatement: (id: string) => `/api-account/admin/statements/${encodeURIComponent(id)}`,
  adminProviderAccount: (id: string) => `/api-account/admin/providers/${encodeURIComponent(id)}/account`,
  adminAudit: '/api-account/admin/audit',
  adminSettings: '/api-account/admin/settings',
  adminLogo: '/api-account/admin/settings/logo',
  adminTestMail: '/api-account/admin/settings/test-mail',
  adminAlertWebhook: '/api-account/admin/settings/alert-webhook',
  adminBenchmarkEstimate: '/api-account/admin/benchmarks/estimate',
  adminBenchmarkRuns: '/api-account/admin/benchmarks/runs',
  adminBenchmarkCancel: (id: string) => `/api-account/admin/benchmarks/runs/${encodeURIComponent(id)}/cancel`,
  adminBenchmarkImports: '/api-account/admin/benchmarks/imports',
  signUp: '/api/sign-up',
  forgotPassword: '/api/forgot-password',
  resetPassword: '/api/reset-password',
  confirmEmail: '/api/confirm-email',
  keys: '/api-account/user/api-keys',
  key: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}`,
  keyDefaultModels: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}/default-models`,
  keyContents: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}/contents`,
  requestContents: (id: string) => `/api-account/user/usage/recent/${encodeURIComponent(id)}/contents`,
  rotateKey: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}/rotate`,
  profile: '/api-account/user/profile',
  email: '/api-account/user/email',
  password: '/api-account/user/password',
  sessions: '/api-account/user/sessions',
  session: (id: string) => `/api-account/user/sessions/${encodeURIComponent(id)}`,
  secondFactor: '/api-account/user/second-factor',
  secondFactorConfirm: '/api-account/user/second-factor/confirm',
  recoveryCodes: '/api-account/user/second-factor/recovery-codes',
  secondFactorDisable: '/api-account/user/second-factor/disable',
  deleteAccount: '/api-account/user/delete-account',
  signInService: (provider: string) => `/api-account/user/sign-ins/${encodeURIComponent(provider)}`,
  balance: '/api-account/user/balance',
  billing: '/api-account/user/billing',
  createCheckout: '/api-account/user/billing/create-checkout',
  document: '/api-account/user/billing/document',
  balanceEntries: '/api-account/user/billing/entries',
  orders: '/api-account/user/billing/orders',
  billingDetails: '/api-account/user/billing/details',
  autoTopUp: '/api-account/user/billing/auto-top-up',
  autoTopUpCard: '/api-account/user/billing/auto-top-up/card',
  sandboxPayment: (orderId: string) => `/api/sandbox/checkout/${encodeURIComponent(orderId)}`,
  paymentStatus: (orderId: string) =>
    `/api-account/user/billing/payment-status/${encodeURIComponent(orderId)}`,
  alerts: '/api-account/user/alerts',
  webhooks: '/api-account/user/webhooks',
  webhookEndpoints: '/api-account/user/webhooks/endpoints',
  webhookEndpoint: (id: string) => `/api-account/user/webhooks/endpoints/${encodeURIComponent(id)}`,
  rotateWebhookSecret: '/api-account/user/webhooks/rotate-secret',
  testWebhook: '/api-account/user/webhooks/test',
  deliveries: '/api-account/user/webhooks/deliveries',
  delivery: (id: string) => `/api-account/user/webhooks/deliveries/${encodeURIComponent(id)}`,
  redeliver: (id: string) => `/api-account/user/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`,
  recentUsage: '/api-account/user/usage/recent',
  recentRequest: (id: string) => `/api-account/user/usage/recent/${encodeURIComponent(id)}`,
  usage: '/api-account/user/usage',
  usageLatency: '/api-account/user/usage/latency',
  media: '/api-account/user/media',
  shares: '/api-account/user/shares',
  share: (id: string) => `/api-account/user/shares/${encodeURIComponent(id)}`,
  sharedFile: (token: string) => `/api/shares/${encodeURIComponent(token)}/file`,
  portrait: '/v1/portrait',
  liveness: (token: string) => `/api/liveness/${encodeURIComponent(token)}`,
  openLiveness: (token: string) => `/api/liveness/${encodeURIComponent(token)}/open`,
  finishLiveness: (token: string) => `/api/liveness/${encodeURIComponent(token)}/finish`,
  videoModels: '/v1/videos/models',
  videoGenerations: '/v1/videos/generations',
  cancelVideo: (id: string) => `/v1/videos/generations/${encodeURIComponent(id)}/cancel`,
  videoHistory: '/api-account/user/videos',
  videoRecord: (id: string) => `/api-account/user/videos/${encodeURIComponent(id)}`,
  models: '/v1/models',
  openApi: '/openapi.json',
  chatCompletions: '/v1/chat/completions',
  speech: '/v1/audio/speech',
  transcriptions: '/v1/audio/transcriptions',
  presign: '/v1/uploads/presign',
  imageModels: '/v1/images/models',
  imageGenerations: '/v1/images/generations/async',
  imageEdits: '/v1/images/edits',
  imageVariations: '/v1/images/variations',
  cancelImage: (id: string) => `/v1/images/generations/${encodeURIComponent(id)}/cancel`,
  imageHistory: '/api-account/user/images',
  imageRecord: (id: string) => `/api-account/user/images/${encodeURIComponent(id)}`,
} as const

/** The sign-in page that leads back to `from` afterwards. */
export function signInPath(from: string): string {
  return from === paths.console ? paths.signIn : `${paths.signIn}?callbackUrl=${encodeURIComponent(from)}`
}

/** The sign-in page with the notice that the session has ended. */
export function signInAgainPath(from: string): string {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}ended=1`
}

const BASE = 'http://portico.invalid'

/** `value` if it is a path of this site, else `fallback`: signing in must never redirect to another site. */
export function sameOriginPath(value: string | null | undefined, fallback: string): string {
  if (!value) return fallback
  try {
    const url = new URL(value, BASE)
    // Browsers read `\` as `/` and drop tabs and line breaks; the parser does the same, so its result is theirs.
    if (url.origin !== BASE || !value.startsWith('/')) return fallback
    // `/.//host` resolves to another host.
    if (url.pathname.startsWith('//')) return fallback
    return url.pathname + url.search + url.hash
  } catch {
    return fallback
  }
}
