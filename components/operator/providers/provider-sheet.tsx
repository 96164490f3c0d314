'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Fact } from '@/components/data/facts'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-style'
import { cn } from '@/components/ui/cn'
import { ConfirmButton } from '@/components/ui/confirm-button'
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { paths } from '@/lib/client/paths'
import { removeProviderMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/providers-schema'
import { kindNames, OwnProviderDialog } from './own-provider-dialog'
import { ProviderKeys } from './provider-keys'
import { ProviderState } from './provider-state'

type ProviderSheetProps = { provider: OperatorProvider | undefined; onClose: () => void }

/** One provider in a drawer: its base URL, keys, and whether they work. */
export function ProviderSheet({ provider, onClose }: ProviderSheetProps) {
  return (
    <Sheet open={provider !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(36rem,calc(100vw-2.5rem))]">
        {provider && (
          <>
            <DialogHeader className="border-b border-line">
              <DialogTitle className="break-words">{provider.name}</DialogTitle>
              <DialogDescription className="font-mono text-xs break-all text-faint">
                {provider.id}
              </DialogDescription>
            </DialogHeader>
            <DialogBody className="gap-6 pt-4">
              <ProviderFacts provider={provider} />
              {provider.adapter !== 'sandbox' && <ProviderKeys key={provider.id} provider={provider} />}
            </DialogBody>
            {provider.source === 'operator' && (
              <CustomProviderActions provider={provider} onRemoved={onClose} />
            )}
          </>
        )}
      </SheetContent>
    </Sheet>
  )
}

function ProviderFacts({ provider }: { provider: OperatorProvider }) {
  const { adapter, address, base_url, kind, headers, model_count } = provider
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm [&_dt]:text-faint">
      <Fact name="Status">
        <ProviderState provider={provider} />
      </Fact>
      <Fact name="Base URL">
        <span className="font-mono text-xs break-all">{base_url ?? 'On this machine'}</span>
        {address?.is_set && (
          <span className="block text-xs text-warning-text">
            set by <code className="font-mono">{address.variable}</code>
          </span>
        )}
      </Fact>
      {kind && <Fact name="API type">{kindNames[kind]}</Fact>}
      <Fact name="Models">
        {model_count}
        {provider.is_configured && adapter !== 'sandbox' && (
          <Link
            href={paths.adminDiscover(provider.id)}
            className={cn(buttonStyle({ variant: 'link' }), 'ml-3')}
          >
            Discover models
          </Link>
        )}
      </Fact>
      {headers.length > 0 && (
        <Fact name="Headers">
          <span className="font-mono text-xs break-all">{headers.join(', ')}</span>
        </Fact>
      )}
    </dl>
  )
}

function CustomProviderActions({
  provider,
  onRemoved,
}: {
  provider: OperatorProvider
  onRemoved: () => void
}) {
  const remove = useMutation(removeProviderMutation())
  const [editing, setEditing] = useState(false)
  return (
    <DialogFooter>
      <ConfirmButton
        button={<Button variant="danger-quiet">Remove provider</Button>}
        title={`Remove ${provider.name}?`}
        description="Its keys are deleted and its models become unavailable at this provider immediately. Requests in progress finish; unfinished videos are lost. Past usage keeps its name."
        confirmLabel="Remove provider"
        change={remove}
        variables={provider.id}
        done={`${provider.name} removed`}
        onDone={onRemoved}
      />
      <Button onClick={() => setEditing(true)}>Edit</Button>
      <OwnProviderDialog open={editing} onOpenChange={setEditing} provider={provider} />
    </DialogFooter>
  )
}
