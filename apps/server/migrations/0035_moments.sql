CREATE TABLE "moment_steps" (
	"moment_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"scenario_id" uuid,
	"act" text,
	CONSTRAINT "moment_steps_moment_id_place_pk" PRIMARY KEY("moment_id","place"),
	CONSTRAINT "moment_steps_one_kind" CHECK (num_nonnulls("moment_steps"."scenario_id", "moment_steps"."act") = 1)
);
--> statement-breakpoint
CREATE TABLE "moments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moment_steps" ADD CONSTRAINT "moment_steps_moment_id_moments_id_fk" FOREIGN KEY ("moment_id") REFERENCES "public"."moments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moment_steps" ADD CONSTRAINT "moment_steps_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moments" ADD CONSTRAINT "moments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moment_steps_scenario_id" ON "moment_steps" USING btree ("scenario_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moments_account_id_name_key" ON "moments" USING btree ("account_id","name_key");