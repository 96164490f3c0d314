/** How the seal on one of Anthropic's thoughts is told apart from other vendors'. */
export const SEAL_FORMAT = 'anthropic-claude-v1'
