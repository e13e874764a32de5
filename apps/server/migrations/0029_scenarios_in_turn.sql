DROP INDEX "scenarios_next_at";--> statement-breakpoint
CREATE INDEX "scenarios_next_at_place" ON "scenarios" USING btree ("next_at","place" DESC NULLS FIRST);