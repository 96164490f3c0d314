import type { ParameterName } from '../request/supports-parameter'
import type { Settings } from '../state/settings'
import { SliderRow } from './slider-row'
import type { Support } from './use-settings'

type SamplingRowsProps = {
  settings: Settings
  change: (change: Partial<Settings>) => void
  supportOf: (name: ParameterName) => Support
}

/** The four knobs of chance, with the bounds and defaults of the API. */
export function SamplingRows({ settings, change, supportOf }: SamplingRowsProps) {
  return (
    <>
      <SliderRow
        label="Temperature"
        value={settings.temperature}
        usual={1}
        min={0}
        max={2}
        step={0.05}
        support={supportOf('temperature')}
        onChange={(temperature) => change({ temperature })}
      />
      <SliderRow
        label="Top P"
        value={settings.topP}
        usual={1}
        min={0}
        max={1}
        step={0.01}
        support={supportOf('topP')}
        onChange={(topP) => change({ topP })}
      />
      <SliderRow
        label="Frequency penalty"
        value={settings.frequencyPenalty}
        usual={0}
        min={-2}
        max={2}
        step={0.05}
        support={supportOf('frequencyPenalty')}
        onChange={(frequencyPenalty) => change({ frequencyPenalty })}
      />
      <SliderRow
        label="Presence penalty"
        value={settings.presencePenalty}
        usual={0}
        min={-2}
        max={2}
        step={0.05}
        support={supportOf('presencePenalty')}
        onChange={(presencePenalty) => change({ presencePenalty })}
      />
    </>
  )
}
