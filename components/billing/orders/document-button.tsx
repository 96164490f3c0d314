'use client'

import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import type { DocumentType } from '@/lib/billing/orders-schema'
import { createDocumentMutation } from '@/lib/billing/queries'

type DocumentButtonProps = { orderId: string; type: DocumentType; label: string; className?: string }

/** Opens an invoice or a receipt beside the console. */
export function DocumentButton({ orderId, type, label, className }: DocumentButtonProps) {
  const document = useMutation(createDocumentMutation())
  const open = () => {
    // Opened while the click counts: browsers block what opens itself later.
    const tab = window.open('', '_blank')
    document.mutate(
      { order_id: orderId, type },
      {
        onSuccess: ({ url }) => {
          if (!tab) return window.location.assign(url)
          tab.opener = null
          tab.location.replace(url)
        },
        onError: (error) => {
          tab?.close()
          toast.error(`The ${type} could not be opened`, { description: error.message })
        },
      },
    )
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className={className}
      loading={document.isPending}
      onClick={open}
      aria-label={`${label} of order ${orderId}`}
    >
      <FileText aria-hidden="true" />
      {label}
    </Button>
  )
}
