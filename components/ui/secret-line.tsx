import { CopyButton } from './copy-button'

type SecretLineProps = {
  value: string
  /** What it is: “Copy <what>”. */
  what: string
  /** What tests know it by. */
  testId: string
}

/** Something that is shown once, whole, to be copied. */
export function SecretLine({ value, what, testId }: SecretLineProps) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-line-strong bg-sunken py-2 pr-2 pl-3">
      <code
        data-testid={testId}
        className="min-w-0 flex-1 py-1 font-mono text-sm leading-5 break-all select-all pointer-coarse:py-2"
      >
        {value}
      </code>
      <CopyButton value={value} label="Copy" what={what} autoFocus />
    </div>
  )
}
