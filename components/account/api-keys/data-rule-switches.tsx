import { SwitchRow } from '@/components/forms/switch-row'

type DataRuleSwitchesProps = {
  zdr: boolean
  deniesCollection: boolean
  onZdrChange: (zdr: boolean) => void
  onDenialChange: (denies: boolean) => void
}

/** Which providers may receive prompts, of a key or of the whole account. */
export function DataRuleSwitches(props: DataRuleSwitchesProps) {
  const { zdr, deniesCollection, onZdrChange, onDenialChange } = props
  return (
    <>
      <SwitchRow
        label="No training on prompts"
        hint="Use only providers that state that they do not train on prompts."
        checked={deniesCollection}
        onCheckedChange={onDenialChange}
      />
      <SwitchRow
        label="Zero data retention"
        hint="Use only providers that state that they store nothing."
        checked={zdr}
        onCheckedChange={onZdrChange}
      />
    </>
  )
}
