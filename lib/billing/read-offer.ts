import { env } from '@/lib/platform/env'
import type { OfferReply } from './orders-schema'
import { presentPackages } from './presenter'
import { readPaymentsMode } from './read-payments-mode'

/** What credit costs, for anyone to see. */
export function readOffer(): OfferReply {
  return {
    platform_fee_rate: env().PLATFORM_FEE_RATE,
    packages: presentPackages(),
    payments: readPaymentsMode(),
  }
}
