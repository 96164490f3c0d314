/** Every page of ours, so that no component spells an address by hand. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  console: '/console',
  playground: '/console/playground',
  keys: '/console/keys',
  usage: '/console/usage',
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
  recentUsage: '/api-account/user/usage/recent',
  models: '/v1/models',
  chatCompletions: '/v1/chat/completions',
} as const

/** The sign-in page that leads back to `from` afterwards. */
export function signInPath(from: string): string {
  return from === paths.console ? paths.signIn : `${paths.signIn}?callbackUrl=${encodeURIComponent(from)}`
}
