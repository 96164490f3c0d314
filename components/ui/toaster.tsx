'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { Toaster as Sonner, toast } from 'sonner'
import { useMediaQuery } from './use-media-query'

function Toaster() {
  // On a phone the bottom has the next controls: the bar of a form, the message box, the buttons of a sheet.
  const onPhone = useMediaQuery('(max-width: 39.99rem)')
  return (
    <Sonner
      position={onPhone ? 'top-center' : 'bottom-right'}
      gap={8}
      // Instead of the library's own font.
      style={{ fontFamily: 'inherit' }}
      icons={{
        success: <CircleCheck className="size-4 text-success-text" aria-hidden="true" />,
        error: <CircleAlert className="size-4 text-destructive-text" aria-hidden="true" />,
        warning: <TriangleAlert className="size-4 text-warning-text" aria-hidden="true" />,
        info: <Info className="size-4 text-brand-text" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-lg border border-border bg-popover px-3.5 py-3 text-sm text-foreground shadow-pop sm:w-88',
          icon: 'mt-0.5',
          content: 'flex min-w-0 flex-1 flex-col gap-0.5',
          title: 'font-medium break-words',
          description: 'text-muted-foreground break-words',
          actionButton: 'shrink-0 rounded-sm px-1.5 py-0.5 font-medium text-brand-text hover:bg-accent',
          closeButton: 'hidden',
        },
      }}
    />
  )
}

// Mounted with the first toast (./toast), and beside the page: a page that breaks does not take its message with it.
createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)

export { toast }
