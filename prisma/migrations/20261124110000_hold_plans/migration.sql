-- Each of the function's statements is planned once: its lists say nothing that a better plan could be made of, and planning
-- anew cost as much as the rest of a small group.
ALTER FUNCTION ledger_hold(json, text) SET plan_cache_mode = force_generic_plan;
