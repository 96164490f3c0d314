import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { FinishedLiveness, type FinishLivenessRequest } from '@/lib/media/portraits/schema'

/** In plain words, so that it is not mistaken for a check. */
export function SandboxNote() {
  return (
    <Alert tone="warning" title="This is a sandbox">
      No real check is made: nobody compares the picture with a living person. You decide whether it passes.
    </Alert>
  )
}

export type Outcome = 'pass' | 'fail'
/** What ends a check before the camera. */
export type Ending = Outcome | 'decline'

type OutcomeButtonsProps = {
  /** Which one is under way. */
  busy: Outcome | null
  isDisabled: boolean
  /** The person has agreed. */
  mayPass?: boolean
  /** Pass is what the page is there for. */
  isMain: boolean
  onChoose: (outcome: Outcome) => void
}

/** The sandbox checks nothing: the person says how it went. */
export function OutcomeButtons({ busy, isDisabled, mayPass = true, isMain, onChoose }: OutcomeButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button size="lg" loading={busy === 'fail'} disabled={isDisabled} onClick={() => onChoose('fail')}>
        Fail
      </Button>
      <Button
        {...(isMain && { variant: 'primary' as const })}
        size="lg"
        loading={busy === 'pass'}
        disabled={isDisabled || !mayPass}
        onClick={() => onChoose('pass')}
      >
        Pass
      </Button>
    </div>
  )
}

/** Reports how the sandbox's check went, and redirects the phone to the requester. */
export async function finishCheck(token: string, body: FinishLivenessRequest): Promise<void> {
  const { redirect_url } = await callApi(apiPaths.finishLiveness(token), {
    method: 'POST',
    body,
    reply: FinishedLiveness,
  })
  window.location.assign(redirect_url)
}
