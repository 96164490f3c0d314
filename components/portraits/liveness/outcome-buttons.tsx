import { Button } from '@/components/ui/button'

export type Outcome = 'pass' | 'fail'

type OutcomeButtonsProps = {
  /** Which one is under way. */
  busy: Outcome | null
  isDisabled: boolean
  /** Pass is what the page is there for. */
  isMain: boolean
  onChoose: (outcome: Outcome) => void
}

/** The sandbox checks nothing: the person says how it went. */
export function OutcomeButtons({ busy, isDisabled, isMain, onChoose }: OutcomeButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button size="lg" loading={busy === 'fail'} disabled={isDisabled} onClick={() => onChoose('fail')}>
        Fail
      </Button>
      <Button
        {...(isMain && { variant: 'primary' as const })}
        size="lg"
        loading={busy === 'pass'}
        disabled={isDisabled}
        onClick={() => onChoose('pass')}
      >
        Pass
      </Button>
    </div>
  )
}
