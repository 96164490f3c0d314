/** The control plane of Volcengine Ark or BytePlus ModelArk, where portraits live. */
export type VaultSettings = {
  /** `https://ark.cn-beijing.volcengineapi.com` */
  baseUrl: string
  accessKey: string
  secretKey: string
  timeoutMs?: number
}

/** `ark.ap-southeast-1.byteplusapi.com` is in ap-southeast-1; what names no region is in cn-beijing. */
export function regionOf(host: string): string {
  return /(?:^|\.)((?:cn|ap|eu|us)-[a-z]+(?:-\d+)?)\./.exec(host)?.[1] ?? 'cn-beijing'
}
