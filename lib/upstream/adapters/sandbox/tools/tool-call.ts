export type ToolCall = { id: string; name: string; arguments: string }
