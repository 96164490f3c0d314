import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'

/** Throws a 400 that names the field when the URL is not one we deliver to. */
export async function checkUrl(param: string, url: string): Promise<void> {
  const message = await checkOutboundUrl(url)
  if (message !== undefined) throw new AppError('invalid_parameter', { param, message })
}
