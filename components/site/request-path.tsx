const steps = [
  {
    name: 'Key',
    text: 'Looked up by its SHA-256. Disabled, expired or revoked is a 401, everywhere, at once.',
  },
  { name: 'Limits', text: 'Scopes, models, requests per minute, and what the key may still spend.' },
  {
    name: 'Hold',
    text: 'The worst case is set aside from the balance, in one statement that cannot overdraw it.',
  },
  { name: 'Route', text: 'The model’s best provider. If it fails before its first byte, the next one.' },
  { name: 'Stream', text: 'Chunks pass on as they come. Hang up, and the provider is stopped too.' },
  { name: 'Settle', text: 'What was used is charged, once. The rest of the hold goes back.' },
]

/** What happens to a request, set as a portico: six columns under one beam. */
export function RequestPath() {
  return (
    <section className="border-t border-line px-5 py-16 sm:px-8 lg:py-24">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <h2 className="max-w-md text-3xl font-semibold">Six things happen to every request.</h2>
        <p className="max-w-md text-md text-muted">
          In this order: before, during and after the model’s answer, whether it is one call or a thousand at
          once.
        </p>
      </div>
      <div className="mt-12">
        <div className="flex items-center justify-between gap-4 rounded-t-sm bg-primary px-4 py-3 font-mono text-sm text-on-primary">
          <span className="truncate">POST /v1/chat/completions</span>
          <span className="max-sm:hidden">200</span>
        </div>
        <ol className="grid gap-x-3 max-lg:gap-y-3 max-lg:pt-3 sm:max-lg:grid-cols-2 lg:grid-cols-6">
          {steps.map(({ name, text }, place) => (
            <li
              key={name}
              className="group flex border border-line bg-surface max-lg:gap-4 max-lg:p-4 lg:min-h-[22rem] lg:flex-col lg:border-y-0"
            >
              <div
                aria-hidden="true"
                className="hidden flex-1 bg-[repeating-linear-gradient(90deg,transparent_0_calc(100%/7-1px),var(--line)_calc(100%/7-1px)_calc(100%/7))] [mask-image:linear-gradient(black,transparent_92%)] lg:block"
              />
              <p className="figures text-xs text-faint lg:px-4 lg:pt-4">{place + 1}</p>
              <div className="lg:px-4 lg:pb-5">
                <h3 className="text-md font-semibold lg:mt-1">{name}</h3>
                <p className="mt-1.5 text-sm text-muted lg:min-h-30">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="h-3 border border-line-strong bg-surface max-lg:hidden" />
        <div className="-mx-3 -mt-px h-3 border border-line-strong bg-surface max-lg:hidden" />
      </div>
    </section>
  )
}
