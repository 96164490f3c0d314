import { Alert } from '@/components/ui/alert'

/** Instead of a page that would wait for ever, or of buttons that would do nothing. */
export function NeedsScript({ className }: { className?: string }) {
  return (
    <noscript>
      <div className={className}>
        <Alert tone="warning" title="This page needs JavaScript">
          It is switched off in this browser. Switch it on and reload the page.
        </Alert>
      </div>
    </noscript>
  )
}
