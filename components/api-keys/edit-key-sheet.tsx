'use client'

import { Sheet, SheetContent } from '@/components/ui/sheet'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { EditKeyForm } from './edit-key-form'

type EditKeySheetProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

export function EditKeySheet({ apiKey, onClose }: EditKeySheetProps) {
  return (
    <Sheet open={apiKey !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[34rem]" onInteractOutside={(event) => event.preventDefault()}>
        {apiKey && <EditKeyForm apiKey={apiKey} onDone={onClose} />}
      </SheetContent>
    </Sheet>
  )
}
