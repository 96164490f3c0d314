/** Every page of ours, so that no component spells an address by hand. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  console: '/console',
  playground: '/console/playground',
  keys: '/console/keys',
  usage: '/console/usage',
  billing: '/console/billing',
  sandboxCheckout: (orderId: string) => `/sandbox/checkout/${encodeURIComponent(orderId)}`,
  billingCancelled: (orderId: string) => `/console/billing?cancelled=${encodeURIComponent(orderId)}`,
  /** Where the payment page leads to afterwards. */
  billingReturn: (orderId: string) => `/console/billing/return?order=${encodeURIComponent(orderId)}`,
  images: '/console/images',
  videos: '/console/videos',
  portraits: '/console/portraits',
  /** Where a phone ends up after a check that the console began. */
  verified: '/h5/verified',
  portraitGroup: (id: string) => `/console/portraits/${encodeURIComponent(id)}`,
  webhooks: '/console/webhooks',
  settings: '/console/settings',
} as const

/** The endpoints that the console calls. */
export const apiPaths = {
  signUp: '/api/sign-up',
  keys: '/api-account/user/api-keys',
  key: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}`,
  keyDefaultModels: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}/default-models`,
  rotateKey: (id: string) => `/api-account/user/api-keys/${encodeURIComponent(id)}/rotate`,
  balance: '/api-account/user/balance',
  billing: '/api-account/user/billing',
  createCheckout: '/api-account/user/billing/create-checkout',
  document: '/api-account/user/billing/document',
  orders: '/api-account/user/billing/orders',
  sandboxPayment: (orderId: string) => `/api/sandbox/checkout/${encodeURIComponent(orderId)}`,
  paymentStatus: (orderId: string) =>
    `/api-account/user/billing/payment-status/${encodeURIComponent(orderId)}`,
  alerts: '/api-account/user/alerts',
  webhooks: '/api-account/user/webhooks',
  rotateWebhookSecret: '/api-account/user/webhooks/rotate-secret',
  testWebhook: '/api-account/user/webhooks/test',
  deliveries: '/api-account/user/webhooks/deliveries',
  delivery: (id: string) => `/api-account/user/webhooks/deliveries/${encodeURIComponent(id)}`,
  redeliver: (id: string) => `/api-account/user/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`,
  recentUsage: '/api-account/user/usage/recent',
  recentRequest: (id: string) => `/api-account/user/usage/recent/${encodeURIComponent(id)}`,
  usage: '/api-account/user/usage',
  usageQuota: '/api-account/user/usage-quota',
  media: '/api-account/user/media',
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
  chatCompletions: '/v1/chat/completions',
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
