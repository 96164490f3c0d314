import { Alert } from '@/components/ui/alert'

/** Above every page of an account that an operator closed. */
export function SuspendedNotice() {
  return (
    <div className="px-4 pt-4 sm:px-6 lg:px-8">
      <Alert tone="warning" title="This account is suspended" className="mx-auto max-w-6xl">
        Its API keys open nothing and nothing can be changed here. Work that was under way is finished. Ask
        the operator of this service.
      </Alert>
    </div>
  )
}
