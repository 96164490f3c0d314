/** The first that fits. */
const tags: readonly (readonly [prefix: string, tag: string])[] = [
  ['/v1/images', 'Images'],
  ['/v1/uploads', 'Images'],
  ['/v1/videos', 'Videos'],
  ['/v1/portrait', 'Portraits'],
  ['/v1/', 'Models'],
  ['/api-account/user/api-keys', 'API keys'],
  ['/api-account/user/billing', 'Billing'],
  ['/api-account/user/balance', 'Billing'],
  ['/api-account/user/usage', 'Usage'],
  ['/api-account/user/webhooks', 'Webhooks'],
  ['/api-account/user/alerts', 'Webhooks'],
  ['/api-account/user/images', 'Images'],
  ['/api-account/user/videos', 'Videos'],
  ['/api-account/user', 'Account'],
  ['/api-account', 'Catalog'],
  ['/providers', 'Catalog'],
  ['/rankings', 'Catalog'],
  ['/', 'Service'],
]

/** Under which heading readers of the document find an address. */
export function tagOf(path: string): string {
  return tags.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Service'
}
