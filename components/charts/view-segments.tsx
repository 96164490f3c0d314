import { NativeSegments } from '@/components/forms/native-segments'

/** Whether a `ChartOrTable` shows its chart or its table. */
export function ViewSegments({ name }: { name: string }) {
  return (
    <NativeSegments
      name={name}
      label="Show as"
      value="chart"
      segments={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
    />
  )
}
