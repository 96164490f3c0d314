import { Alert } from '@/components/ui/alert'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { formatDateTime } from '@/lib/client/format/time'
import type { RecentItem } from '@/lib/usage/schema'
import { AttemptTable } from './attempt-table'
import { BillTable } from './bill-table'
import { explainFailure } from './explain-failure'
import { RequestFacts } from './request-facts'

const sources = {
  upstream: 'Counted by the provider',
  estimated: 'Estimated from what was delivered',
  none: 'Nothing was counted',
}

type RequestDetailsProps = { request: RecentItem; zone: string | undefined }

export function RequestDetails({ request, zone }: RequestDetailsProps) {
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">{request.model_name}</DialogTitle>
        <DialogDescription>{formatDateTime(request.created_at, zone)}</DialogDescription>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        {request.error_code && (
          <Alert tone="danger" title="The request failed">
            {explainFailure(request.error_code)} It cost nothing.
            <span className="mt-1 block font-mono text-xs break-all">{request.error_code}</span>
          </Alert>
        )}
        <RequestFacts request={request} />
        {request.attempts.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">Attempts</h3>
            <AttemptTable attempts={request.attempts} modelId={request.model_id} />
          </section>
        )}
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Bill</h3>
          <BillTable bill={request.bill} />
          <p className="text-xs text-faint">
            {sources[request.usage_source]}
            {request.bill.price_version !== null && `, price version ${request.bill.price_version}`}
            {request.service_tier !== null && `, tier of service ${request.service_tier}`}.
          </p>
        </section>
      </DialogBody>
    </>
  )
}
