'use client'

import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { CopyButton } from '@/components/ui/copy-button'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import type { RecentItem } from '@/lib/usage/schema'
import { BillTable } from './bill-table'
import { RequestStatus } from './request-status'

const sources = {
  upstream: 'Counted by the provider',
  estimated: 'Estimated from what was delivered',
  none: 'Nothing was counted',
}

type RequestSheetProps = { request: RecentItem | null; onClose: () => void }

export function RequestSheet({ request, onClose }: RequestSheetProps) {
  return (
    <Sheet open={request !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent>{request && <RequestDetails request={request} />}</SheetContent>
    </Sheet>
  )
}

function RequestDetails({ request }: { request: RecentItem }) {
  return (
    <>
      <DialogHeader className="border-b border-line">
        <DialogTitle className="break-words">{request.model_name}</DialogTitle>
        <DialogDescription>{formatDateTime(request.created_at)}</DialogDescription>
      </DialogHeader>
      <DialogBody className="gap-6 pt-4">
        {request.error_code && (
          <Alert tone="danger" title="The request failed">
            <span className="font-mono text-xs">{request.error_code}</span>. It cost nothing.
          </Alert>
        )}
        <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2.5 text-sm [&_dt]:text-faint">
          <Row name="Status">
            <RequestStatus request={request} />
          </Row>
          <Row name="Model">
            <span className="font-mono text-xs break-all">{request.model_id}</span>
          </Row>
          <Row name="Provider">{request.provider}</Row>
          <Row name="Key">{request.api_key_name ?? 'Console'}</Row>
          <Row name="Finish">{request.finish_reason ?? '–'}</Row>
          <Row name="First token">{request.ttft_ms === null ? '–' : formatDuration(request.ttft_ms)}</Row>
          <Row name="Latency">{formatDuration(request.latency_ms)}</Row>
          <Row name="Tokens">
            {formatNumber(request.prompt_tokens)} in, {formatNumber(request.completion_tokens)} out
          </Row>
          {request.attempts.length > 0 && (
            <Row name="Tried before">
              {request.attempts.map(({ provider, code }) => `${provider} (${code})`).join(', ')}
            </Row>
          )}
          <Row name="Request">
            <span className="flex items-center gap-1">
              <span className="truncate font-mono text-xs">{request.id}</span>
              <CopyButton value={request.id} what="the request’s id" className="-my-1.5" />
            </span>
          </Row>
        </dl>
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Bill</h3>
          <BillTable bill={request.bill} />
          <p className="text-xs text-faint">
            {sources[request.usage_source]}
            {request.bill.price_version !== null && `, price version ${request.bill.price_version}`}.
          </p>
        </section>
      </DialogBody>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}
