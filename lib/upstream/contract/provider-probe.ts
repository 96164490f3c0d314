/**
 * Asks an upstream, by a call that costs nothing, whether it answers. Resolves when it does, if only to refuse or limit
 * the question; rejects with UpstreamError when it does not, fails, or does not accept our credentials, and with the
 * signal's own reason once that aborts.
 */
export type ProviderProbe = (signal: AbortSignal) => Promise<void>
