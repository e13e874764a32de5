CREATE TABLE "netatmo_links" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"token_ends_at" timestamp with time zone NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "netatmo_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "netatmo_links" ADD CONSTRAINT "netatmo_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "netatmo_states" ADD CONSTRAINT "netatmo_states_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "netatmo_links_ask_at" ON "netatmo_links" USING btree ("ask_at");