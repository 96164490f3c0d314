import { isLinkSignature, signLink } from '@/lib/platform/secrets'

/** What proves that a cancel link is ours: only the payment page of the order has it. */
export function cancelSignature(orderId: string): string {
  return signLink(['cancel-checkout', orderId])
}

export function isCancelSignature(orderId: string, signature: string): boolean {
  return isLinkSignature(['cancel-checkout', orderId], signature)
}
