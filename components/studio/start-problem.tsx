import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/client/api-client'
import { paths } from '@/lib/client/paths'

/** Why a studio could not start a task, and the way on where money is what is missing. */
export function StartProblem({ error }: { error: Error }) {
  const isUnpaid = error instanceof ApiError && error.status === 402
  return (
    <Alert
      tone="danger"
      action={
        isUnpaid && (
          <Button asChild size="sm">
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        )
      }
    >
      {error.message}
    </Alert>
  )
}
