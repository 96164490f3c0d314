import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

type SettingsProblemProps = { where: 'tools' | 'schema'; problem: string; onFix: () => void }

/** Why Send is off although a message is written. */
export function SettingsProblem({ where, problem, onFix }: SettingsProblemProps) {
  return (
    <Alert
      tone="warning"
      className="mb-2"
      title={where === 'tools' ? 'The tools are not valid yet' : 'The JSON Schema is not valid yet'}
      action={
        <Button size="sm" onClick={onFix}>
          Open editor
        </Button>
      }
    >
      {problem}
    </Alert>
  )
}
