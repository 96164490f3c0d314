-- The suite that ran what models wrote is gone; what it measured goes with it. An open run goes on with what is left of it.
DELETE FROM benchmark_scores WHERE source LIKE 'portico-coding@%';
DELETE FROM benchmark_results WHERE suite_id = 'coding';
UPDATE benchmark_runs
   SET suites = (SELECT coalesce(jsonb_agg(suite ORDER BY place), '[]')
                   FROM jsonb_array_elements(suites) WITH ORDINALITY AS planned (suite, place) WHERE suite ->> 'id' <> 'coding')
 WHERE suites @> '[{"id": "coding"}]';
DELETE FROM benchmark_runs WHERE suites = '[]' AND status NOT IN ('queued', 'running');
