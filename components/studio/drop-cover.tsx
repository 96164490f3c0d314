/** Lies over the page while a file is held over it, and says what dropping it does. */
export function DropCover({ words }: { words: string }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-6">
      <p className="rounded-xl border border-dashed border-accent bg-overlay px-8 py-6 text-base font-medium text-ink shadow-pop">
        {words}
      </p>
    </div>
  )
}
