/** Nothing to say here, for eyes and for ears. */
export function Dash({ words = 'not measured' }: { words?: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-faint">
        –
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}
